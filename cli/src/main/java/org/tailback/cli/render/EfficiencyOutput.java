package org.tailback.cli.render;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.efficiency.EfficiencyStudy;
import org.tailback.study.efficiency.Phase;
import org.tailback.units.Readable;

/** Efficiencies as text. */
public final class EfficiencyOutput {
    private EfficiencyOutput() {}

    private record Factor(String name, double value, String what) {}

    /** Writes the efficiencies of a run and of its phases for people. */
    public static void text(EfficiencyStudy study, PrintWriter out) {
        Efficiencies whole = study.whole();
        List<Factor> factors = List.of(
                new Factor("parallel efficiency", whole.parallel(), "mean computation / makespan"),
                new Factor("  load balance", whole.loadBalance(), "mean / longest computation"),
                new Factor("  communication", whole.communication(), "longest computation / makespan"),
                new Factor("    serialisation", whole.serialisation(), "ranks wait for each other on any network"),
                new Factor("    transfer", whole.transfer(), "what the network costs"),
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
        out.print("\n" + study.how() + "\n");
        if (!study.phases().isEmpty()) {
            out.print(phases(study));
        }
    }

    /** The phases before and after the iterations, the first, the last and the worst of them. */
    private static String phases(EfficiencyStudy study) {
        List<Phase> all = study.phases();
        List<Phase> shown =
                new ArrayList<>(List.of(all.get(0), all.get(1), all.get(all.size() - 2), all.get(all.size() - 1)));
        Phase worst = study.worstIteration();
        if (worst != null && !shown.contains(worst)) {
            shown.add(2, worst);
        }
        shown.removeIf(phase -> phase.to() == phase.from());
        return new TableColumns<Phase>()
                        .add("phase", phase -> phase.name() + (phase == worst ? " (worst)" : ""))
                        .add(">seconds", phase -> Readable.seconds(phase.to() - phase.from()))
                        .add(
                                ">parallel",
                                phase -> Words.percent(phase.efficiencies().parallel()))
                        .add(
                                ">balance",
                                phase -> Words.percent(phase.efficiencies().loadBalance()))
                        .add(
                                ">serialisation",
                                phase -> Words.percent(phase.efficiencies().serialisation()))
                        .add(
                                ">transfer",
                                phase -> Words.percent(phase.efficiencies().transfer()))
                        .add(
                                ">contention",
                                phase -> Words.percent(phase.efficiencies().contention()))
                        .add(
                                ">timeouts",
                                phase -> Words.percent(phase.efficiencies().timeouts()))
                        .table(shown)
                + (shown.size() < all.size()
                        ? "  (" + shown.size() + " of " + all.size() + " phases; --format json lists all)\n"
                        : "");
    }
}
