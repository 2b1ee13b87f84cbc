package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replication.Replications;
import org.tailback.replication.Sample;

/** Null is refused where it is given, with the argument's name. */
class NullArgumentsTest {
    private static final ParallelProgram RING = Programs.ring(2, 1, 1, 0);

    @Test
    void setters_refuseNullByName() {
        List<Object> builders = List.of(
                Platform.builder(), Replay.builder(RING, Platforms.named("lumi").whole()), Simulation.of(RING));

        List<Method> setters = builders.stream()
                .flatMap(builder -> Arrays.stream(builder.getClass().getMethods()))
                .filter(NullArgumentsTest::isSetter)
                .toList();
        assertThat(setters).hasSizeGreaterThan(20);
        assertThat(setters)
                .allSatisfy(setter -> assertThatThrownBy(() -> setter.invoke(
                                builders.stream()
                                        .filter(setter.getDeclaringClass()::isInstance)
                                        .findFirst()
                                        .orElseThrow(),
                                new Object[] {null}))
                        .cause()
                        .isInstanceOf(NullPointerException.class)
                        .hasMessageMatching("[a-z]\\w+"));
    }

    /** Every reference that a method of these takes, in each place, with sensible values in the others. */
    @Test
    void methodsForEmbedders_refuseNullByName() {
        Network network = Network.builder(Cluster.of(2, 1))
                .model("max-min:bandwidth=1GB/s")
                .cost("hockney:latency=0s,bandwidth=1GB/s")
                .build();
        network.measureLinks();
        Transfer transfer = Transfer.of(0, 1, 1);
        List<Object> targets = List.of(
                network,
                Network.builder(Cluster.of(2, 1)),
                network.send(transfer),
                network.link("node 0 up"),
                network.linkLoads(),
                transfer,
                Replications.of(1),
                Sample.of(1),
                Simulation.of(RING));
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (Object target : targets) {
            for (Method method : target.getClass().getMethods()) {
                if (method.getDeclaringClass() == target.getClass()
                        && !method.getName().equals("equals")
                        && !method.getName().equals("unknown")) {
                    for (int place = 0; place < method.getParameterCount(); place++) {
                        if (!method.getParameterTypes()[place].isPrimitive()
                                && !method.getAnnotatedParameterTypes()[place].isAnnotationPresent(Nullable.class)) {
                            tried++;
                            String answer = answerToNull(target, method, place);
                            if (!answer.matches("[a-z]\\w+")) {
                                wrong.add(method + ", place " + place + ": " + answer);
                            }
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(tried).isGreaterThan(40);
    }

    private static String answerToNull(Object target, Method method, int place) {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(NullArgumentsTest::sensible)
                .toArray();
        arguments[place] = null;
        try {
            return "returned " + method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof NullPointerException nothing
                    ? String.valueOf(nothing.getMessage())
                    : e.getCause().toString();
        } catch (IllegalAccessException e) {
            return e.toString();
        }
    }

    private static @Nullable Object sensible(Class<?> type) {
        Map<Class<?>, Object> values = Map.of(
                int.class,
                1,
                long.class,
                1L,
                double.class,
                0.5,
                List.class,
                List.of(),
                Transfer.class,
                Transfer.of(0, 1, 1),
                LongFunction.class,
                (LongFunction<Integer>) seed -> 1);
        return values.get(type);
    }

    @Test
    @SuppressWarnings("NullAway")
    void factories_refuseNullByName() {
        Platforms lumi = Platforms.named("lumi");
        assertThatThrownBy(() -> Platforms.named(null)).hasMessage("text");
        assertThatThrownBy(() -> Platforms.read(null)).hasMessage("path");
        assertThatThrownBy(() -> Platforms.of(null)).hasMessage("built");
        assertThatThrownBy(() -> Platforms.of("star", null)).hasMessage("file");
        assertThatThrownBy(() -> lumi.whole(null)).hasMessage("overrides");
        assertThatThrownBy(() -> lumi.forJob(1, null)).hasMessage("overrides");
        assertThatThrownBy(() -> Simulation.of((String) null)).hasMessage("trace");
        assertThatThrownBy(() -> Simulation.of((ParallelProgram) null)).hasMessage("program");
        assertThatThrownBy(() -> Replay.builder(
                        (ParallelProgram) null, Platforms.named("lumi").whole()))
                .hasMessage("program");
        assertThatThrownBy(() -> Replay.builder(RING, null)).hasMessage("platform");
    }

    @Test
    void numbersOutOfTheirDomains_areRefusedWhereTheyAreGiven() {
        Simulation simulation = Simulation.of(RING).on("lumi");
        assertThatThrownBy(() -> simulation.nodes(0)).hasMessage("nodes must be at least 1: 0");
        assertThatThrownBy(() -> simulation.ranksPerNode(-1)).hasMessage("ranksPerNode must be at least 1: -1");
        assertThatThrownBy(() -> simulation.computeFactors(Map.of(0, Double.NaN)))
                .hasMessageContaining("rank 0 has NaN");
        assertThatThrownBy(() -> simulation.computeFactors(Map.of(2, 1.0)).run())
                .hasMessageContaining("rank 2, and the program has ranks 0 to 1");
    }

    private static boolean isSetter(Method method) {
        return !Modifier.isStatic(method.getModifiers())
                && method.getDeclaringClass() == method.getReturnType()
                && method.getParameterCount() == 1
                && !method.getParameterTypes()[0].isPrimitive()
                && Stream.of(method.getAnnotatedParameterTypes())
                        .noneMatch(type -> type.isAnnotationPresent(Nullable.class));
    }
}
