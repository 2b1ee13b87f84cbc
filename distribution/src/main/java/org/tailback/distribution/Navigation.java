package org.tailback.distribution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

/** Pages in groups: the tables of docs/README.md, then the reference of the commands. */
record Navigation(Map<String, List<SitePage>> groups) {
    /**
     * Returns the navigation of a page of contents: its headings become groups, and the targets of its links become the
     * pages of the groups.
     */
    static Navigation of(SitePage contents, Map<String, SitePage> pages) {
        Map<String, List<SitePage>> groups = new LinkedHashMap<>();
        contents.document().accept(new AbstractVisitor() {
            private String group = "";

            @Override
            public void visit(Heading heading) {
                group = SitePage.words(heading);
            }

            @Override
            public void visit(Link link) {
                String target = contents.target(link.getDestination());
                if (target != null && pages.containsKey(target)) {
                    groups.computeIfAbsent(group, name -> new ArrayList<>()).add(pages.get(target));
                }
            }
        });
        List<SitePage> reference = pages.values().stream()
                .filter(page -> page.path().startsWith(CommandReference.FOLDER))
                .toList();
        groups.put("Options of every command", reference);
        return new Navigation(groups);
    }
}
