package org.tailback.cli.fit;

import org.tailback.fit.tree.TreeFile;
import org.tailback.fit.tree.TreeParameters;
import picocli.CommandLine;

/** The tree of PlogPT from throughputs and round trips. */
@CommandLine.Command(
        name = "tree",
        description = "Throughputs and round trips by height, of 'measure tree', to b(h), d(h) and eps_S.")
final class FitTree extends FitKind {
    @Override
    void fit() {
        TreeParameters fitted = TreeParameters.of(TreeFile.read(file));
        output(
                fitted.fragment(DataDate.of(file)),
                json -> FitOutput.json(fitted, json),
                out -> FitOutput.csv(fitted, out),
                fitted.remarks());
    }
}
