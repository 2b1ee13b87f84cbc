package org.tailback.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tailback.generator.Programs;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;

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

    @Test
    @SuppressWarnings("NullAway")
    void factories_refuseNullByName() {
        assertThatThrownBy(() -> Simulation.of((String) null)).hasMessage("trace");
        assertThatThrownBy(() -> Simulation.of((ParallelProgram) null)).hasMessage("program");
        assertThatThrownBy(() -> Replay.builder(
                        (ParallelProgram) null, Platforms.named("lumi").whole()))
                .hasMessage("program");
        assertThatThrownBy(() -> Replay.builder(RING, null)).hasMessage("platform");
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
