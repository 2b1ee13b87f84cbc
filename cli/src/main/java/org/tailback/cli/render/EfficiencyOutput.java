package org.tailback.cli.render;

import java.io.PrintWriter;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.efficiency.Efficiencies.Factor;

/** Efficiencies of a program as text. */
public final class EfficiencyOutput {
    private EfficiencyOutput() {}

    public static void text(Efficiencies whole, PrintWriter out) {
        out.print("\n"
                + new TableColumns<Factor>()
                        .add(
                                "efficiency",
                                each -> "  ".repeat(each.depth())
                                        + each.label()
                                        + (each.depth() == 0 ? " efficiency" : ""))
                        .add(">value", each -> Words.percent(each.value()))
                        .add("of", Factor::meaning)
                        .table(whole.factors())
                + "  (each is the product of those below it)\n");
    }
}
