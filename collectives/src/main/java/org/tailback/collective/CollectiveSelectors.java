package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final Pattern RETIRED = Pattern.compile("nccl:(?:.*,)?\\s*(nvls|sharp)\\s*(?:[=,].*)?");
    private static final ImmutableList<Description> DESCRIPTIONS = ImmutableList.of(
            description("basic", "one well-known algorithm per operation, whatever the size and the number of ranks"),
            new Description(DEFAULT, "nccl for ranks on GPUs, basic for all others", "", ImmutableList.of()),
            new Description(
                    "fixed",
                    "the algorithms named, as in fixed:bcast=pipeline/64KiB,allreduce=ring; the basic ones else",
                    "",
                    ImmutableList.of(new Parameter("OPERATION", "", "its algorithm"), REDUCTION_PARAMETER)),
            description(
                    "mpich", "the decisions of MPICH with its default control variables, by size and number of ranks"),
            new Description(
                    "nccl",
                    "the cost model of NCCL 2.28: rings and trees over channels that depend on machines, with its protocols",
                    "",
                    ImmutableList.of(
                            new Parameter("gpu", "hopper", "volta, ampere, hopper or blackwell"),
                            new Parameter("cpu", "intel", "intel or amd: how fast LL is between machines"))),
            description("openmpi", "the fixed decisions of Open MPI 4.1 (coll/tuned), by size and number of ranks"));

    private CollectiveSelectors() {}

    private static Description description(String name, String summary) {
        return new Description(name, summary, "", ImmutableList.of(REDUCTION_PARAMETER));
    }

    /** Returns the selectors that {@link #parse} accepts, sorted by name. */
    public static List<Description> descriptions() {
        return DESCRIPTIONS;
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
        refuseRetired(text);
        ModelChoice choice = ModelChoice.parse(text);
        Settings settings = choice.settings();
        CollectiveSelector selector = switch (choice.name()) {
            case DEFAULT -> new Default();
            case "basic" -> new BasicSelector();
            case "mpich" -> new MpichSelector();
            case "nccl" -> nccl(settings);
            case "openmpi" -> new OpenMpiSelector();
            case "fixed" -> fixed(text, settings);
            default -> throw unknown(choice.name());
        };
        DESCRIPTIONS.stream()
                .filter(known ->
                        known.name().equals(choice.name()) && !known.name().equals("fixed"))
                .forEach(known -> settings.rejectUnknown(
                        known.parameters().stream().map(Parameter::name).toList()));
        double secondsPerByte = settings.seconds(REDUCTION, 0);
        if (!(secondsPerByte >= 0 && secondsPerByte < Double.POSITIVE_INFINITY)) {
            throw settings.problem(REDUCTION, "a duration of 0 or more is expected", "");
        }
        return secondsPerByte == 0
                ? selector
                : selector.with(
                        new LocalWork(List.of(new LocalWork.Range(0, 0, secondsPerByte)), List.of(), List.of()));
    }

    /**
     * Returns the selector as {@link #parse}, with a place in front of an error's message.
     *
     * @param place where the text stands
     * @throws InputException if there is no such selector, kind, algorithm or option
     */
    public static CollectiveSelector parseAt(String place, String text) {
        try {
            return parse(text);
        } catch (InputException e) {
            throw e.at(place);
        }
    }

    private static void refuseRetired(String text) {
        Matcher matcher = RETIRED.matcher(text);
        if (matcher.matches()) {
            throw new InputException("'" + text + "': '" + matcher.group(1)
                    + "' is retired: reductions in switches are no longer predicted. Leave it out");
        }
    }

    private static CollectiveSelector nccl(Settings settings) {
        List<String> gpus = Stream.of(NcclTuning.Gpu.values())
                .map(gpu -> gpu.name().toLowerCase(Locale.ROOT))
                .toList();
        return new NcclSelector(new NcclTuning(
                MachineLayout.NONE,
                new NcclTuning.Options(
                        NcclTuning.Gpu.values()[gpus.indexOf(settings.choice("gpu", gpus, "hopper"))],
                        settings.choice("cpu", List.of("intel", "amd"), "intel").equals("amd"))));
    }

    private static CollectiveSelector fixed(String text, Settings settings) {
        Map<Kind, CollectiveAlgorithm> given = new EnumMap<>(Kind.class);
        for (String key : settings.keys()) {
            if (!key.equals(REDUCTION)) {
                Kind kind = CollectiveAlgorithms.kind(key);
                given.put(kind, CollectiveAlgorithms.named(kind, settings.text(key)));
            }
        }
        if (given.isEmpty()) {
            throw new InputException("'" + text + "' names no algorithm. Write fixed:kind=algorithm, as in "
                    + "fixed:bcast=pipeline, or use basic");
        }
        return new FixedSelector(text, given, new BasicSelector());
    }

    private static InputException unknown(String name) {
        List<String> names = DESCRIPTIONS.stream().map(Description::name).toList();
        return new InputException("Unknown selector of collective algorithms '" + name + "'. "
                + Suggestion.of(name, names) + "Selectors: " + String.join(", ", names));
    }

    /** The choices of NCCL for ranks on GPUs, the basic algorithms for all others. */
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
