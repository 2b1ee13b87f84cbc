package org.tailback.cli.alltoall;

import java.util.List;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.units.ValueList;
import org.tailback.cli.run.PlatformChoice;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.Registry;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the time of all-to-all algorithms over sizes and numbers of ranks. */
@CommandLine.Command(
        name = "alltoall",
        description = "Predicts the time of all-to-all algorithms over sizes and numbers of ranks.",
        footer = {
            "",
            "Lists: values and ranges separated by commas; a:b:xN multiplies by N, a:b:+N adds N.",
            "Algorithms: A exchanges with one partner after the other, B posts all receives first (PlogPT, Fig. 14)."
        })
public final class AlltoallCommand implements Command {
    private final CommonOptions common;
    private final Console console;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME,...",
            required = true,
            description = {
                "A and B of PlogPT, or what MPI libraries use:",
                "bruck, linear, pairwise, … (a wrong name lists all)"
            })
    private String algorithms = "";

    @Option(names = "--ranks", paramLabel = "LIST", required = true, description = "numbers of ranks, such as 4:32:x2")
    private String ranks = "";

    @Option(
            names = "--size",
            paramLabel = "LIST",
            required = true,
            description = "what each rank sends to each other, such as 1KiB:1MiB:x2")
    private String sizes = "";

    @Mixin
    private final PlatformOptions platformOptions = new PlatformOptions();

    @Option(names = "--closed-form", description = "also compute the formulas of the PlogP and PlogPT papers")
    private boolean closedForm;

    @Option(
            names = "--replications",
            paramLabel = "N",
            defaultValue = "1",
            description = "runs with different seeds when a model draws random numbers: low and high are the 95 %% "
                    + "confidence interval of the mean")
    private int replications = 1;

    /** A command that has not read its options. */
    public AlltoallCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    @Override
    public void run() {
        if (replications < 1) {
            throw new InputException("--replications: at least 1 is needed, found " + replications);
        }
        List<Algorithm> chosen = Algorithm.named(algorithms);
        List<Integer> rankCounts = ValueList.counts("--ranks", ranks);
        List<Long> byteSizes = ValueList.sizes("--size", sizes);
        if (platformOptions.platform() == null) {
            throw new InputException("alltoall needs a platform: add --platform FILE, such as"
                    + " docs/platforms/plogpt-table2-bidirectional.yaml");
        }
        PlatformChoice platforms = PlatformChoice.of(platformOptions.platform(), Registry.load());
        Overrides overrides = platformOptions.overrides(common.seed());
        Platform platform = platforms.onRanks(1, overrides);
        int most = rankCounts.stream().max(Integer::compare).orElse(1);
        if (most > platform.cluster().nodes()) {
            throw InputException.at(
                    "--ranks",
                    most + " ranks need as many nodes; " + platforms.name() + " has "
                            + platform.cluster().nodes(),
                    "Use fewer ranks, or a platform with more nodes");
        }

        AlltoallStudy study = new AlltoallStudy(platforms, overrides, replications, closedForm, console);
        for (int rankCount : rankCounts) {
            for (long bytes : byteSizes) {
                for (Algorithm algorithm : chosen) {
                    study.add(algorithm, rankCount, bytes);
                }
            }
        }
        List<AlltoallRow> rows = study.rows();
        List<String> warnings = study.warnings();
        switch (common.format()) {
            case TEXT -> AlltoallText.write(rows, warnings, platform, console.results());
            case JSON -> AlltoallOutput.json(rows, warnings, platform, common.seed(), console.results());
            case CSV -> AlltoallOutput.csv(rows, console.results());
        }
    }
}
