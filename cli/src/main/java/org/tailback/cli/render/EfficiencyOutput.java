package org.tailback.cli.render;

import java.io.PrintWriter;
import java.util.List;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.efficiency.Efficiencies.Factor;

/** Efficiencies as text. */
public final class EfficiencyOutput {
    private EfficiencyOutput() {}

    public static void text(Efficiencies whole, PrintWriter out) {
        out.print("\n"
                + new TableColumns<Factor>()
                        .add(
                                "efficiency",
                                factor -> "  ".repeat(factor.depth())
                                        + factor.label()
                                        + (factor == Factor.PARALLEL ? " efficiency" : ""))
                        .add(">value", factor -> Words.percent(factor.of(whole)))
                        .add("of", Factor::meaning)
                        .table(List.of(Factor.values()))
                + "  (each is the product of those below it)\n");
    }
}
