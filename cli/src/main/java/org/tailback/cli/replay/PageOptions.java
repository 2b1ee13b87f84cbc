package org.tailback.cli.replay;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.platformfile.Overrides;
import org.tailback.report.Page;
import org.tailback.report.ReplayPage;

/** The option for a page of one replay. */
final class PageOptions extends Options {
    private final Given<@Nullable Path> file = path("--report", "FILE.html");

    @Nullable
    Path file() {
        return file.value();
    }

    void check() {
        Page.checkName(file.value());
    }

    /** Writes the page if it was asked for. */
    void write(TraceOnPlatform run, Overrides overrides, ReplayReport.OnPlatform report, CommonOptions common) {
        if (file.value() != null) {
            ReplayPage.write(file.value(), new PageContent(run, overrides, report).content(common));
        }
    }
}
