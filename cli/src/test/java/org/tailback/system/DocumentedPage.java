package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tailback.cli.CommandRun;

/**
 * Runs the commands of a page of the documentation. Paths are taken from the root of the repository, where users stand;
 * files are written to another folder, where later commands of the page find them.
 */
final class DocumentedPage {
    /** Options whose value is a file that is written. */
    private static final Set<String> WRITTEN = Set.of(
            "--timeline",
            "--why-csv",
            "--measured-chart",
            "--chart",
            "--timeout-chart",
            "--histogram-chart",
            "--graph-chart",
            "--report",
            "--tolerance-chart",
            "--decision-rules",
            "--output",
            "--rankfile");

    /** Commands whose text begins with a verdict. */
    private static final Set<String> DECIDE =
            Set.of("replay", "compare", "collective", "alltoall", "training", "place", "jobs");

    /** Options that ask for more than the default. */
    private static final Set<String> MORE = Set.of(
            "--all-ranks",
            "--derivatives",
            "--tolerance",
            "--efficiencies",
            "--link-loads",
            "--measured",
            "--crossovers",
            "--search",
            "--why",
            "--what-if");

    /** The folder that pages tell their readers to make for files of their own. */
    private static final String OWN = "my/";

    private static final Pattern IMAGE = Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final Path root;
    private final Path page;
    private final Path folder;
    private final List<Picture> pictures = new ArrayList<>();

    /** A picture of a page, and what the page's command makes of it now. */
    private record Picture(Path inTheRepository, Path made) {}

    DocumentedPage(Path root, Path page, Path folder) throws IOException {
        this.root = root;
        this.page = page;
        this.folder = folder;
        Files.createDirectories(folder.resolve(OWN));
    }

    /**
     * Runs a command.
     *
     * @param line the command
     * @param output lines that it must print, besides others where a line is an ellipsis; empty for any
     */
    void run(String line, String output) throws IOException, InterruptedException {
        if (line.startsWith("(")) {
            shell(line);
            return;
        }
        pictures.clear();
        List<String> words = words(line);
        Path redirected = null;
        int arrow = words.indexOf(">");
        if (arrow >= 0) {
            redirected = folder.resolve(words.get(arrow + 1));
            words = words.subList(0, arrow);
        }
        CommandRun run = CommandRun.of((output.isEmpty() ? here(words) : words).toArray(new String[0]))
                .succeeded();

        assertThat(run.out()).as("%s prints something", line).isNotEmpty();
        fits(line, words, run.out().replace(root + "/", "").replace(folder + "/", ""));
        // columns are as wide as the paths in them, which are longer here
        assertThat(run.out()
                        .replace(root + "/", "")
                        .replace(folder + "/", "")
                        .lines()
                        .map(DocumentedPage::narrow)
                        .toList())
                .containsAll(output.lines()
                        .filter(shown -> !shown.equals("…"))
                        .map(DocumentedPage::narrow)
                        .toList());
        if (redirected != null) {
            Files.writeString(redirected, run.out());
        }
        for (Picture picture : pictures) {
            if (Boolean.getBoolean("tailback.renews-pictures")) {
                Files.copy(picture.made(), picture.inTheRepository(), StandardCopyOption.REPLACE_EXISTING);
            }
            assertThat(picture.made())
                    .as(
                            "%s is what this command makes; renew it by -Dtailback.renews-pictures=true",
                            picture.inTheRepository())
                    .hasSameTextualContentAs(picture.inTheRepository());
        }
    }

    /** Text that decides fits a terminal: 100 columns, and 40 lines unless more was asked for. */
    private static void fits(String line, List<String> words, String out) {
        if (!DECIDE.contains(words.get(0)) || words.contains("--format")) {
            return;
        }
        assertThat(out.lines().filter(each -> each.codePointCount(0, each.length()) > 100))
                .as("%s: lines of more than 100 columns", line)
                .isEmpty();
        if (words.stream().noneMatch(MORE::contains)) {
            assertThat(out.lines().count()).as("%s: lines", line).isLessThanOrEqualTo(40);
        }
    }

    private static String narrow(String line) {
        return line.strip().replaceAll(" {2,}", "  ");
    }

    private void shell(String line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/bin/sh", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(line).isZero();
    }

    /** The words of a command as a shell splits them, without the command's name. */
    private List<String> words(String line) throws IOException {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            String text = word.group(1) != null ? word.group(1) : word.group(2);
            String before = words.isEmpty() ? "" : words.get(words.size() - 1);
            boolean output = words.size() == 3 && words.get(1).equals("convert");
            if (output || WRITTEN.contains(before)) {
                Path name = Path.of(text).getFileName();
                Path made = folder.resolve(text.startsWith(OWN) ? text : name.toString());
                for (Path shown : shown(text)) {
                    pictures.add(new Picture(shown, made));
                }
                words.add(made.toString());
            } else {
                words.add(read(text));
            }
        }
        return words.subList(1, words.size());
    }

    /** Pictures in the repository that a written file must equal: the file itself, or one of this name on the page. */
    private List<Path> shown(String text) throws IOException {
        List<Path> shown = new ArrayList<>(List.of(root.resolve(text), page.resolveSibling(text)));
        Matcher image = IMAGE.matcher(Files.readString(page));
        while (text.startsWith(OWN) && image.find()) {
            if (Path.of(image.group(1)).endsWith(Path.of(text).getFileName())) {
                shown.add(page.resolveSibling(image.group(1)));
            }
        }
        return shown.stream().filter(Files::exists).toList();
    }

    private String read(String text) {
        return Arrays.stream(text.split(",", -1)).map(this::readOne).collect(Collectors.joining(","));
    }

    private String readOne(String text) {
        for (String prefix : List.of("file:", "astra-sim:file=")) {
            if (text.startsWith(prefix)) {
                return prefix + readOne(text.substring(prefix.length()));
            }
        }
        if (text.startsWith("docs/") || text.startsWith("traces/")) {
            return root.resolve(text).toString();
        }
        boolean made = text.matches("(my/)?[\\w-]+\\.\\w+") && Files.exists(folder.resolve(text));
        return made ? folder.resolve(text).toString() : text;
    }

    /** The command as it can be run here: without other machines, and without long searches. */
    private List<String> here(List<String> words) {
        String command = String.join(" ", words.subList(0, Math.min(2, words.size())));
        return switch (command) {
            // these wait for other machines: only their options are checked
            case "measure server" -> with(words, "--help");
            case "measure client", "measure tree", "measure graphs" ->
                words.contains("--hosts")
                        ? simulated(words, words.indexOf("--hosts"), words.indexOf("--hosts") + 2)
                        : words.get(2).contains(":7") ? simulated(words, 2, 3) : words;
            default -> words.get(0).equals("place") ? briefly(words) : words;
        };
    }

    private List<String> simulated(List<String> words, int from, int to) {
        List<String> simulated = new ArrayList<>(words.subList(0, from));
        simulated.add("--platform");
        simulated.add(
                root.resolve("docs/platforms/plogpt-table2-bidirectional.yaml").toString());
        simulated.addAll(words.subList(to, words.size()));
        return simulated;
    }

    private static List<String> briefly(List<String> words) {
        List<String> brief = new ArrayList<>(words);
        int budget = brief.indexOf("--budget");
        if (budget >= 0) {
            brief.set(budget + 1, "3");
            return brief;
        }
        return with(brief, "--budget", "3");
    }

    private static List<String> with(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(Arrays.asList(more));
        return all;
    }
}
