package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import cern.colt.list.DoubleArrayList;
import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.tailback.cli.CommandRun;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import umontreal.ssj.simevents.Simulator;

/** The programs on the pages about embedding, run, and what they need on the class path. */
class EmbeddingExampleTest {
    /** Message b starts at 0.501 ms, when half of a is left: both go on at half speed, and b alone from a's end. */
    private static final String OUTPUT = "a 1.501 ms%nb 2.001 ms%n".formatted();

    private static final List<Class<?>> NEEDED =
            List.of(Network.class, PlatformFile.class, ImmutableList.class, Logger.class);

    private final Platform platform = PlatformFile.read(
                    CommandRun.repository("docs/platforms/martinasso-infiniband.yaml"))
            .resolve(Overrides.NONE);
    private double penalty;

    @TempDir
    private Path classes;

    /** Compiles an example and runs it with the jars of these classes, and no others. */
    private String run(String name, List<Class<?>> needed) throws Exception {
        List<URL> path = new ArrayList<>();
        for (Class<?> each : needed) {
            path.add(each.getProtectionDomain().getCodeSource().getLocation());
        }
        String jars = path.stream().map(URL::getPath).collect(Collectors.joining(File.pathSeparator));
        String source = CommandRun.repository("docs/examples/embedding/" + name + ".java")
                .toString();
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-cp", jars, "-d", classes.toString(), source))
                .isZero();
        path.add(classes.toUri().toURL());
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void twoFlows_inALoop_needNoEventListOnTheClassPath() throws Exception {
        assertThat(run("TwoFlows", NEEDED)).isEqualTo(OUTPUT);
    }

    /** Each job exchanges its data once, so that all of them end, and a node sends to all others of its job. */
    @Test
    void jobs_inALoop_allEnd() throws Exception {
        assertThat(run("Jobs", NEEDED)).startsWith("1000 of 1000 jobs, ").contains(" up: ");
    }

    /** The mean time of a queue M/D/1 with processor sharing: 1 ms / (1 - 0.7). */
    @Test
    void replicated_intervalHoldsTheMeanOfQueueingTheory() throws Exception {
        List<Class<?>> needed = new ArrayList<>(NEEDED);
        needed.add(Simulator.class);
        needed.add(DoubleArrayList.class);
        needed.add(Class.forName("optimization.Lmder_fcn"));
        String printed = run("Replicated", needed);

        assertThat(Files.readString(CommandRun.repository("docs/embedding/ssj.md")))
                .contains(printed.strip());
        Matcher numbers = Pattern.compile("\\d\\.\\d+").matcher(printed);
        List<Double> found =
                numbers.results().map(number -> Double.valueOf(number.group())).toList();
        assertThat(10 / 3.0).isBetween(found.get(1), found.get(2));
    }

    private void next(double penaltyOfTheFirst) {
        penalty = penaltyOfTheFirst;
    }

    @Test
    void network_onASimulator_tellsOfTheArrival() {
        Simulator simulator = new Simulator();
        simulator.init();
        Network network =
                Network.builder(platform).model("infiniband").on(simulator).build();
        Message message = network.send(0, 1, 1_000_000, delivery -> next(delivery.penalty()));
        network.send(Transfer.of(0, 2, 1_000_000));
        simulator.start();

        assertThat(message.state().isOver()).isTrue();
        assertThat(penalty).isEqualTo(2);
    }

    @Test
    void network_withoutAHost_isPulledAlong() {
        Network network = Network.builder(platform).model("infiniband").build();
        Message message = network.send(0, 1, 1_000_000, delivery -> next(delivery.penalty()));
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }

        assertThat(message.state().isOver()).isTrue();
        assertThat(penalty).isEqualTo(1);
    }
}
