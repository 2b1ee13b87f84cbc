package org.tailback.distribution;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.tailback.table.Json;

/**
 * Index of the words of all sections, for the search in the browser. It is a script because pages opened as local files
 * cannot fetch data.
 */
final class SearchIndex {
    private record Section(String page, String heading, String url, String text) {}

    private final List<Section> sections = new ArrayList<>();

    /** Adds a page: the text under each of its headings. */
    void add(SitePage page) {
        String heading = page.title();
        String anchor = "";
        StringBuilder text = new StringBuilder();
        for (Node node = page.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next) {
                end(page, heading, anchor, text);
                heading = SitePage.words(next);
                anchor = "#" + page.anchors().getOrDefault(next, "");
            } else {
                text.append(words(node)).append(' ');
            }
        }
        end(page, heading, anchor, text);
    }

    private static String words(Node node) {
        if (node instanceof FencedCodeBlock code) {
            return code.getLiteral();
        }
        return node instanceof IndentedCodeBlock code ? code.getLiteral() : SitePage.words(node);
    }

    private void end(SitePage page, String heading, String anchor, StringBuilder text) {
        String words = text.toString().replaceAll("\\s+", " ").strip();
        if (!words.isEmpty() || !anchor.isEmpty()) {
            sections.add(new Section(page.title(), heading, page.url() + anchor, words));
        }
        text.setLength(0);
    }

    /** Returns the script. */
    String script() {
        return "window.tailbackSections = " + Json.compact(index -> index.field("sections", sections)) + ";\n";
    }
}
