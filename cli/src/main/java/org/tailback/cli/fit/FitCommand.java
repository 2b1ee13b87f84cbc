package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.util.List;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.option.Options;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TableColumns;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.loggp.PlogPParameters;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.penalties.GigabitEthernetFit;
import org.tailback.fit.tree.TreeData;
import org.tailback.fit.tree.TreeParameters;
import picocli.CommandLine;

/** Parameters of costs and models from measurements: a command for each kind of them. */
@CommandLine.Command(
        name = "fit",
        synopsisSubcommandLabel = "WHAT",
        description = "Turns measurements into parameters, printed as a part of a platform file.",
        footer = {"", "tailback fit WHAT --help describes each."})
public final class FitCommand extends Options {
    private FitCommand() {}

    public static CommandLine commandLine(CommonOptions common, Console console) {
        CommandLine fit = new FitCommand().commandLine(true);
        List.of(
                        new FitLogGp(),
                        new FitPlogP(),
                        new FitTree(),
                        new FitGigabitEthernet(),
                        new FitPenalties(),
                        new FitModel(),
                        new FitCollective(),
                        new FitKernels(),
                        new FitTraining(),
                        new FitDispatch())
                .forEach(kind -> fit.addSubcommand(kind.in(common, console).commandLine(true)));
        return fit;
    }

    /** The parameters of Gigabit Ethernet from measured graphs. */
    @CommandLine.Command(
            name = "gige",
            description = "Measured graphs to beta, gamma_o and gamma_i of gigabit-ethernet.")
    static final class FitGigabitEthernet extends FitKind {
        @Override
        void fit() {
            GigabitEthernetFit fitted = GigabitEthernetFit.of(MeasuredGraphsFile.read(file.value()));
            output(
                    fitted.fragment(file.value().toString(), date()),
                    fitted,
                    out -> TableColumns.of(GigabitEthernetFit.class).csv(out, List.of(fitted)),
                    List.of());
        }
    }

    /** PlogP parameters from round-trip times. */
    @CommandLine.Command(name = "plogp", description = "Round-trip times, as of loggp, to L, g(m) and os(m) by size.")
    static final class FitPlogP extends FitKind {
        @Override
        void fit() {
            PlogPParameters fitted = PlogPParameters.of(PrttFile.series(file.value()));
            output(
                    fitted.fragment(date()),
                    fitted,
                    out -> TableColumns.of(PlogPParameters.Entry.class)
                            .add("latency", entry -> fitted.latency())
                            .csv(out, fitted.entries()),
                    fitted.remarks());
        }
    }

    /** The tree of PlogPT from throughputs and round trips. */
    @CommandLine.Command(name = "tree", description = "Throughputs and round trips by height, to b(h), d(h) and eps_S.")
    static final class FitTree extends FitKind {
        @Override
        void fit() {
            TreeParameters fitted = TreeParameters.of(TreeData.read(file.value()));
            output(fitted.fragment(date()), fitted, out -> csv(fitted, out), fitted.remarks());
        }

        private static void csv(TreeParameters fitted, PrintWriter out) {
            Csv csv = Csv.with(out, "height", "bandwidth", "bufferDelay", "switchTolerance");
            int number = 0;
            for (TreeParameters.Height height : fitted.heights()) {
                csv.row(
                        ++number,
                        height.bandwidth(),
                        height.bufferDelay(),
                        fitted.tolerance().suggestion());
            }
        }
    }
}
