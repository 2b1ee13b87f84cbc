package org.tailback.distribution;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/**
 * Page of the documentation, parsed from Markdown.
 *
 * @param path of the Markdown file, from the root of the sources, with slashes
 * @param document the parsed text
 * @param anchors headings in their order, with their anchors
 */
record SitePage(String path, Node document, Map<Heading, String> anchors) {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    static SitePage of(String path, String text) {
        Node document = PARSER.parse(text);
        Map<Heading, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> used = new HashMap<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String name = words(heading)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int times = used.merge(name, 1, Integer::sum);
                anchors.put(heading, times == 1 ? name : name + "-" + (times - 1));
            }
        });
        return new SitePage(path, document, anchors);
    }

    /** Returns the address of the page in the site. */
    String url() {
        return url(path);
    }

    private static String url(String path) {
        return path.replaceFirst("README\\.md$", "index.md").replaceFirst("\\.md$", ".html");
    }

    /** Returns the first heading. */
    String title() {
        return anchors.isEmpty() ? path : words(anchors.keySet().iterator().next());
    }

    /** Returns the relative path from this page to the root of the site. */
    String root() {
        return "../".repeat((int) path.chars().filter(c -> c == '/').count());
    }

    /** Returns the target of a relative link of this page, from the root of the sources; null for other links. */
    @Nullable
    String target(String destination) {
        if (destination.matches("[a-z]+:.*") || destination.startsWith("#")) {
            return null;
        }
        Path folder = Path.of(path).resolveSibling(destination.replaceFirst("#.*", ""));
        return folder.normalize().toString().replace('\\', '/');
    }

    /**
     * Redirects links from Markdown files to the pages made from them. Links to pages outside the site become plain
     * text.
     */
    void resolveLinks(Set<String> pages, Path folder) {
        List<Link> outside = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String target = target(link.getDestination());
                if (target != null) {
                    String page = pages.contains(target) ? target : target + "/README.md";
                    int anchor = link.getDestination().indexOf('#');
                    if (pages.contains(page)) {
                        link.setDestination(root()
                                + url(page)
                                + (anchor < 0 ? "" : link.getDestination().substring(anchor)));
                    } else if (Files.exists(folder.resolve(target))) {
                        link.setDestination(root() + target);
                    } else {
                        outside.add(link);
                    }
                }
            }
        });
        for (Link link : outside) {
            while (link.getFirstChild() != null) {
                link.insertBefore(link.getFirstChild());
            }
            link.unlink();
        }
    }

    /** Returns the text as HTML. */
    String html() {
        return HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading heading) {
                        attributes.put("id", anchors.getOrDefault(heading, ""));
                    }
                })
                .build()
                .render(document);
    }

    /** Returns the words below a node, without markup. */
    static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(Paragraph paragraph) {
                visitChildren(paragraph);
                words.append(' ');
            }

            @Override
            public void visit(CustomNode cell) {
                visitChildren(cell);
                words.append(' ');
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                words.append(' ');
            }
        });
        return words.toString();
    }
}
