package org.tailback.cli.render;

import java.io.PrintWriter;
import java.util.List;
import org.tailback.study.efficiency.Efficiencies;

/** Efficiencies as text. */
public final class EfficiencyOutput {
    private EfficiencyOutput() {}

    private record Factor(String name, double value, String what) {}

    public static void text(Efficiencies whole, PrintWriter out) {
        List<Factor> factors = List.of(
                new Factor("parallel efficiency", whole.parallel(), "mean computation / makespan"),
                new Factor("  load balance", whole.loadBalance(), "mean / longest computation"),
                new Factor("  communication", whole.communication(), "longest computation / makespan"),
                new Factor("    serialisation", whole.serialisation(), "ranks wait for each other on any network"),
                new Factor("    transfer", whole.transfer(), "cost of the network"),
                new Factor("      latency", whole.latency(), "with overheads and handshakes"),
                new Factor("      bandwidth", whole.bandwidth(), "messages alone"),
                new Factor("      contention", whole.contention(), "messages share the network"),
                new Factor("      timeouts", whole.timeouts(), "messages are lost"));
        out.print("\n"
                + new TableColumns<Factor>()
                        .add("efficiency", Factor::name)
                        .add(">value", factor -> Words.percent(factor.value()))
                        .add("of", Factor::what)
                        .table(factors)
                + "  (each is the product of those below it)\n");
    }
}
