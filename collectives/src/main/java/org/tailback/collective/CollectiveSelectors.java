package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tailback.collective.NcclTuning.Gpu;
import org.tailback.collective.NcclTuning.Options;
import org.tailback.error.InputException;
import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.registry.Description;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;

/** Registry of selectors by name. */
public final class CollectiveSelectors {
    /** Name of the default selector: NCCL's choices on GPUs, the basic algorithms elsewhere. */
    public static final String DEFAULT = "default";

    private static final String REDUCTION = "reduction";
    private static final Parameter REDUCTION_PARAMETER =
            new Parameter(REDUCTION, "0 s", "time to reduce one byte into another, a time >= 0");

    private record Known(Description description, Function<Settings, CollectiveSelector> selector) {}

    private static final ImmutableList<Known> ALL = ImmutableList.of(
            known(
                    "basic",
                    "one well-known algorithm per operation, for all sizes and numbers of ranks",
                    settings -> new BasicSelector(),
                    REDUCTION_PARAMETER),
            known(DEFAULT, "nccl for ranks on GPUs, basic for all others", settings -> new Default()),
            known(
                    "fixed",
                    "the algorithms named, as in fixed:bcast=pipeline/64KiB,allreduce=ring; otherwise the basic algorithms",
                    CollectiveSelectors::fixed,
                    new Parameter("OPERATION", "", "its algorithm"),
                    REDUCTION_PARAMETER),
            known(
                    "mpich",
                    "the decisions of MPICH with its default control variables, by size and number of ranks",
                    settings -> new TableSelector("mpich"),
                    REDUCTION_PARAMETER),
            known(
                    "nccl",
                    "the cost model of NCCL 2.28: rings and trees over channels that depend on machines,"
                            + " with its protocols",
                    CollectiveSelectors::nccl,
                    new Parameter("gpu", "hopper", "volta, ampere, hopper or blackwell"),
                    new Parameter("cpu", "intel", "intel or amd: determines the speed of LL between machines")),
            known(
                    "openmpi",
                    "the fixed decisions of Open MPI 4.1 (coll/tuned), by size and number of ranks",
                    settings -> new TableSelector("openmpi"),
                    REDUCTION_PARAMETER));

    private CollectiveSelectors() {}

    private static Known known(
            String name, String summary, Function<Settings, CollectiveSelector> selector, Parameter... parameters) {
        return new Known(new Description(name, summary, "", ImmutableList.copyOf(parameters)), selector);
    }

    /** Returns the selectors that {@link #parse} accepts, sorted by name. */
    public static List<Description> descriptions() {
        return ALL.stream().map(Known::description).toList();
    }

    /**
     * Returns the selector written as {@code default}, {@code basic}, {@code openmpi}, {@code mpich},
     * {@code nccl:gpu=hopper} or {@code fixed:kind=algorithm,…}, with kinds as {@link Kind#label} and algorithms as
     * {@link CollectiveAlgorithms#named}. Selectors for host memory accept the option {@code reduction=DURATION}, the
     * time to reduce one byte into another: {@code mpich:reduction=0.2ns}.
     *
     * @throws InputException if there is no such selector, kind, algorithm or option
     */
    public static CollectiveSelector parse(String text) {
        ModelChoice choice = ModelChoice.parse(text);
        List<String> names = descriptions().stream().map(Description::name).toList();
        if (!names.contains(choice.name())) {
            throw new InputException("Unknown selector of collective algorithms '" + choice.name() + "'. "
                    + Suggestion.of(choice.name(), names) + "Selectors: " + String.join(", ", names));
        }
        Known known = ALL.get(names.indexOf(choice.name()));
        Settings settings = choice.settings();
        settings.refuse(
                choice.name().equals("nccl"),
                List.of("nvls", "sharp"),
                "is retired: reductions in switches are no longer predicted",
                "Leave it out");
        if (!choice.name().equals("fixed")) {
            settings.rejectUnknown(
                    known.description.parameters().stream().map(Parameter::name).toList());
        }
        CollectiveSelector selector = known.selector.apply(settings);
        double secondsPerByte = settings.seconds(REDUCTION, 0);
        return secondsPerByte == 0
                ? selector
                : selector.with(
                        new LocalWork(List.of(new LocalWork.Range(0, 0, secondsPerByte)), List.of(), List.of()));
    }

    /**
     * Returns the selector as {@link #parse}, with the location of the text at the beginning of error messages.
     *
     * @param place location of the text
     * @throws InputException if there is no such selector, kind, algorithm or option
     */
    public static CollectiveSelector parseAt(String place, String text) {
        try {
            return parse(text);
        } catch (InputException e) {
            throw e.at(place);
        }
    }

    private static CollectiveSelector nccl(Settings settings) {
        Gpu gpu = settings.has("gpu") ? settings.choice("gpu", Gpu.class) : Options.DEFAULT.gpu();
        boolean amd = settings.choice("cpu", List.of("intel", "amd"), "intel").equals("amd");
        return new NcclSelector(new NcclTuning(MachineLayout.NONE, new Options(gpu, amd)));
    }

    private static CollectiveSelector fixed(Settings settings) {
        Map<Kind, CollectiveAlgorithm> given = new EnumMap<>(Kind.class);
        for (String key : settings.without(REDUCTION).keys()) {
            Kind kind = CollectiveAlgorithms.kind(key);
            given.put(kind, CollectiveAlgorithms.named(kind, settings.text(key)));
        }
        if (given.isEmpty()) {
            throw new InputException("'" + settings.place() + "' names no algorithm. Write fixed:kind=algorithm, as in "
                    + "fixed:bcast=pipeline, or use basic");
        }
        return new ChangedSelector(settings.place(), given, new BasicSelector(), LocalWork.FREE);
    }

    /** Selector of NCCL's choices for ranks on GPUs and of the basic algorithms for all others. */
    private static final class Default implements CollectiveSelector {
        private final CollectiveSelector elsewhere = new BasicSelector();

        @Override
        public String name() {
            return CollectiveSelectors.DEFAULT;
        }

        @Override
        public CollectiveAlgorithm select(CollectiveCall call, int ranks) {
            return elsewhere.select(call, ranks);
        }

        @Override
        public CollectiveSelector on(MachineLayout layout) {
            return layout.hasGpus() ? new NcclSelector(new NcclTuning(layout, Options.DEFAULT)) : elsewhere;
        }

        @Override
        public boolean needsMachines() {
            return false;
        }
    }
}
