package org.tailback.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/** What may depend on what, in all modules. */
@AnalyzeClasses(
        packages = "org.tailback",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
    /** Contract tests of other modules come in jars once these are packaged. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    /** What is not core: knows models, formats or the command. */
    private static final String[] ABOVE_CORE = {
        "org.tailback.model..",
        "org.tailback.fit..",
        "org.tailback.platformfile..",
        "org.tailback.trace..",
        "org.tailback.generator..",
        "org.tailback.collective..",
        "org.tailback.simulation..",
        "org.tailback.fold..",
        "org.tailback.timeline..",
        "org.tailback.chart..",
        "org.tailback.report..",
        "org.tailback.study..",
        "org.tailback.table..",
        "org.tailback.cli.."
    };

    @ArchTest
    static final ArchTests stability = ArchTests.in(StabilityRules.class);

    @ArchTest
    static final ArchRule packages_haveNoCycles =
            slices().matching("org.tailback.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule core_knowsNoModelNoFormatNoCommand = noClasses()
            .that()
            .resideOutsideOfPackages(ABOVE_CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ABOVE_CORE);

    /** Measurements on simulated networks are generated programs. */
    @ArchTest
    static final ArchRule models_knowNoTraces = noClasses()
            .that()
            .resideInAnyPackage("org.tailback.model..", "org.tailback.platformfile..", "org.tailback.fit..")
            .and()
            .resideOutsideOfPackage("org.tailback.fit.measure")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.tailback.trace..", "org.tailback.generator..", "org.tailback.cli..");

    /** Only the fit to collective operations expands such operations. */
    @ArchTest
    static final ArchRule models_knowNoCollectives = noClasses()
            .that()
            .resideInAnyPackage("org.tailback.model..", "org.tailback.platformfile..", "org.tailback.fit..")
            .and()
            .resideOutsideOfPackage("org.tailback.fit.collective")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.tailback.collective..");

    /** Algorithms are messages; who replays them, and on which network, is not theirs to know. */
    @ArchTest
    static final ArchRule collectives_knowNoReplay = noClasses()
            .that()
            .resideInAnyPackage("org.tailback.collective..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.tailback.replay..", "org.tailback.network..", "org.tailback.kernel..");

    @ArchTest
    static final ArchRule traces_knowNoModels = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.tailback.trace..",
                    "org.tailback.timeline..",
                    "org.tailback.generator..",
                    "org.tailback.collective..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.tailback.model..", "org.tailback.platformfile..", "org.tailback.fit..", "org.tailback.cli..");

    /**
     * What adapts a platform or a program to a job, and the classes and packages that may call it, but for the entry
     * point and the class itself. The reasons: {@code CollectiveProgram} is given its local work by whoever asks for
     * it; the fold replays some ranks of messages that are made already; writers and readers have no platform, nor has
     * {@code ConvertCommand} there; {@code SimulatedHosts} measures nodes; contracts test engines. Numbers of a
     * platform are read by {@code CollectiveFit} and {@code EvaluateCommand}, changed by derivatives of the job's
     * platform, and a measurement by simulation has the whole platform.
     */
    private static final Map<String, Set<String>> OF_THE_ENTRY_POINT = Map.of(
            "PlatformFile.trimmedTo", Set.of(),
            "PlatformFile.grownTo", Set.of(),
            "PlatformFile.resolve",
                    Set.of("CollectiveFit", "EvaluateCommand", "HostsOptions", "org.tailback.study.derivative"),
            "KernelProgram.of", Set.of(),
            "CollectiveExpansion.of",
                    Set.of("CollectiveProgram", "GoalTraceWriter", "TiWriter", "NodeGraph", "ConvertCommand"),
            "FoldedReplay.run", Set.of(),
            "Replay.builder", Set.of("FoldedReplay", "SimulatedHosts", "org.tailback.testing"));

    private static String outermost(JavaClass type) {
        return type.getName().substring(type.getPackageName().length() + 1).split("\\$", -1)[0];
    }

    @ArchTest
    static final ArchRule nobodyButTheEntryPoint_predicts = noClasses()
            .that()
            .resideOutsideOfPackage("org.tailback.simulation..")
            .should()
            .callMethodWhere(describe("the entry point calls", (JavaMethodCall call) -> {
                JavaClass caller = call.getOriginOwner();
                Set<String> exceptions =
                        OF_THE_ENTRY_POINT.get(call.getTargetOwner().getSimpleName() + "." + call.getName());
                return exceptions != null
                        && !caller.equals(call.getTargetOwner())
                        && !exceptions.contains(outermost(caller))
                        && !exceptions.contains(caller.getPackageName());
            }));

    @ArchTest
    static final ArchRule nobody_printsOnStandardStreams = noClasses()
            .that()
            .resideOutsideOfPackage("org.tailback.cli..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule nobodyButMain_exits = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Main.class.getName())
            .should()
            .callMethodWhere(describe(
                    "System.exit or Runtime.exit or halt",
                    (JavaMethodCall call) -> (call.getTargetOwner().isEquivalentTo(System.class)
                                    || call.getTargetOwner().isEquivalentTo(Runtime.class))
                            && (call.getName().equals("exit") || call.getName().equals("halt"))));

    @ArchTest
    static final ArchRule nobodyButTheCommand_configuresLogging = noClasses()
            .that()
            .resideOutsideOfPackage("org.tailback.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("ch.qos.logback..", "java.util.logging..");

    @ArchTest
    static final ArchRule nobodyButTheKernel_usesSsjEvents = noClasses()
            .that()
            .resideOutsideOfPackage("org.tailback.kernel..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("umontreal.ssj.simevents..")
                    .and(describe(
                            "are not the simulator that a kernel is made on",
                            type -> !type.getSimpleName().equals("Simulator"))));

    @ArchTest
    static final ArchRule nobody_usesWhatIsBrokenInSsj = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("umontreal.ssj.simevents.Sim")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("umontreal.ssj.simevents.eventlist.RedblackTree")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("umontreal.ssj.functionfit.LeastSquares")
            .orShould()
            .callMethodWhere(describe(
                    "Event.scheduleNext",
                    (JavaMethodCall call) -> call.getName().equals("scheduleNext")
                            && call.getTargetOwner().getPackageName().startsWith("umontreal.ssj")));

    @ArchTest
    static final ArchRule staticFields_areFinal =
            fields().that().areStatic().should().beFinal();
}
