package org.tailback.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Documentation as HTML pages: the Markdown files of the sources and the reference of the commands, with navigation and
 * a search. The search index is a script, so that the site also works when opened as local files.
 */
final class Site {
    /** Paths of pages outside the folder docs. */
    private static final String[] TOP = {"CHANGELOG.md", "CONTRIBUTING.md"};

    /** Path of the first page of an archive; it replaces the first page of a checkout. */
    private static final String LANDING = "distribution/src/site/index.md";

    private Site() {}

    /** Writes all pages into a folder that already contains the other files of the documentation. */
    static void write(Path sources, CommandLine commands, String version, Path folder) throws IOException {
        Map<String, SitePage> pages = new TreeMap<>();
        texts(sources, commands).forEach((path, text) -> pages.put(path, SitePage.of(path, text)));
        Navigation navigation = Navigation.of(pages.getOrDefault("docs/README.md", SitePage.of("", "")), pages);
        Layout layout = new Layout(navigation, version);
        SearchIndex index = new SearchIndex();
        for (SitePage page : pages.values()) {
            page.resolveLinks(pages.keySet(), folder);
            index.add(page);
            Path file = folder.resolve(page.url());
            Files.createDirectories(file.getParent());
            Files.writeString(file, layout.html(page));
        }
        Files.writeString(folder.resolve("docs/search-index.js"), index.script());
        for (String asset : new String[] {"site.css", "site.js"}) {
            Files.copy(sources.resolve("distribution/src/site/" + asset), folder.resolve("docs/" + asset));
        }
    }

    private static Map<String, String> texts(Path sources, CommandLine commands) throws IOException {
        Map<String, String> texts = new TreeMap<>(CommandReference.pages(commands));
        texts.put("README.md", Files.readString(sources.resolve(LANDING)));
        for (String top : TOP) {
            texts.put(top, Files.readString(sources.resolve(top)));
        }
        try (Stream<Path> files = Files.walk(sources.resolve("docs"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".md")).toList()) {
                texts.put(sources.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        }
        return texts;
    }
}
