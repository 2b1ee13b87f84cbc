package org.tailback.cli.fit;

import com.google.common.collect.ImmutableMap;
import java.io.PrintWriter;
import java.util.List;
import org.tailback.cli.option.Command;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TableColumns;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.loggp.PlogPParameters;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.penalties.GigabitEthernetFit;
import org.tailback.fit.tree.TreeData;
import org.tailback.fit.tree.TreeParameters;

/** Commands that fit the parameters of costs and models to measurements, one command for each kind of measurement. */
public final class FitCommand {
    private FitCommand() {}

    /** Returns the commands by the kinds of data. */
    public static ImmutableMap<String, Command> kinds() {
        return ImmutableMap.of(
                "loggp", new FitLogGp(),
                "plogp", new FitPlogP(),
                "tree", new FitTree(),
                "gige", new FitGigabitEthernet(),
                "penalties", new FitPenalties(),
                "model", new FitModel(),
                "collective", new FitCollective(),
                "kernels", new FitKernels(),
                "training", new FitTraining(),
                "dispatch", new FitDispatch());
    }

    /** Command that determines the parameters of Gigabit Ethernet from measured graphs. */
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

    /** Command that determines PlogP parameters from round-trip times. */
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

    /** Command that determines the tree of PlogPT from throughputs and round trips. */
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
