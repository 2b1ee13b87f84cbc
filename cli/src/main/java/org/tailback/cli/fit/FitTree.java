package org.tailback.cli.fit;

import java.io.PrintWriter;
import org.tailback.cli.render.Csv;
import org.tailback.fit.tree.TreeData;
import org.tailback.fit.tree.TreeParameters;
import picocli.CommandLine;

/** The tree of PlogPT from throughputs and round trips. */
@CommandLine.Command(name = "tree", description = "Throughputs and round trips by height, to b(h), d(h) and eps_S.")
final class FitTree extends FitKind {
    @Override
    void fit() {
        TreeParameters fitted = TreeParameters.of(TreeData.read(file));
        output(fitted.fragment(DataDate.of(file)), fitted, out -> csv(fitted, out), fitted.remarks());
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
