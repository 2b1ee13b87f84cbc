package org.tailback.distribution;

import org.commonmark.node.Text;
import org.commonmark.renderer.html.HtmlRenderer;

/** Layout around every page: search, navigation, text, version. */
record Layout(Navigation navigation, String version) {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%1$s · Tailback</title>
            <link rel="stylesheet" href="%2$sdocs/site.css">
            </head>
            <body data-root="%2$s">
            <a class="skip" href="#text">Skip to the text</a>
            <header>
            <a class="name" href="%2$sindex.html">Tailback</a>
            <input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
            </header>
            <div id="found" role="status" hidden></div>
            <nav aria-label="Pages"><details id="pages"><summary>Pages</summary>
            """;

    /** Returns the whole page. */
    String html(SitePage page) {
        StringBuilder html = new StringBuilder(HEAD.formatted(escaped(page.title()), page.root()));
        navigation.groups().forEach((group, pages) -> {
            html.append("<h2>").append(escaped(group)).append("</h2>\n<ul>\n");
            for (SitePage each : pages) {
                html.append("<li><a href=\"")
                        .append(page.root())
                        .append(each.url())
                        .append('"');
                html.append(each == page ? " aria-current=\"page\">" : ">");
                html.append(escaped(each.title())).append("</a></li>\n");
            }
            html.append("</ul>\n");
        });
        html.append("</details></nav>\n<main id=\"text\">\n").append(page.html());
        html.append("</main>\n<footer>Tailback ").append(escaped(version)).append("</footer>\n");
        html.append("<script src=\"").append(page.root()).append("docs/search-index.js\" defer></script>\n");
        html.append("<script src=\"").append(page.root()).append("docs/site.js\" defer></script>\n");
        return html.append("</body>\n</html>\n").toString();
    }

    private static String escaped(String text) {
        return HtmlRenderer.builder().build().render(new Text(text));
    }
}
