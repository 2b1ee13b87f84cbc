package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.study.workload.WorkloadCache;
import picocli.CommandLine;

/**
 * The table of plain arguments against picocli's annotations and against what picocli sets. After a change of options
 * renew it with -Dtable.renew=true.
 */
class PlainArgumentsTest {
    private static final Path TABLE = Path.of("src/main/resources/org/tailback/cli/plain-arguments.txt");

    @Test
    void table_isThatOfTheAnnotations() throws IOException {
        List<String> lines = new ArrayList<>();
        lines("*", new CommonOptions(), "", lines);
        for (String name : commands()) {
            lines(name, Commands.command(name), "", lines);
        }
        String table = String.join("\n", lines) + "\n";
        if (Boolean.getBoolean("table.renew")) {
            Files.writeString(TABLE, table);
        }
        assertThat(table()).as("renew it with -Dtable.renew=true").isEqualTo(table);
    }

    /** All but measure, which has commands of its own, and training, whose argument is a list: picocli reads theirs. */
    static List<String> commands() {
        return Commands.NAMES.stream()
                .filter(name -> !Set.of("measure", "training").contains(name))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOption_setsWhatPicocliSets(String name) throws IOException {
        Map<String, String> required = new LinkedHashMap<>();
        List<String[]> options = new ArrayList<>();
        for (String line : table().lines().toList()) {
            String[] columns = line.split(" ");
            if (columns[0].equals(name) || columns[0].equals("*")) {
                boolean flag = columns.length > 3 && !columns[3].equals("required");
                for (String value : flag ? List.of("") : List.of("7", "json", "drop", "a b")) {
                    options.add(new String[] {columns[1], value});
                }
                if (columns.length > 3 && !flag) {
                    required.put(columns[1], "7");
                }
            }
        }
        options.add(new String[] {"--seed", "x"});
        int compared = 0;
        for (String[] option : options) {
            Map<String, String> given = new TreeMap<>(required);
            given.put(option[0], option[1]);
            for (boolean together : new boolean[] {false, true}) {
                String[] args = arguments(name, given, together);
                Map<String, Object> plain = plainly(name, args);
                if (plain != null) {
                    assertThat(plain).as(String.join(" ", args)).isEqualTo(byPicocli(name, args));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(options.size() / 3);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void whatIsNotPlain_isLeftToPicocli(String name) {
        for (String[] args : new String[][] {
            {name, "--help"},
            {name, "-hv"},
            {name, "--seed"},
            {name, "--seed", "1", "--seed", "2"},
            {name, "--seed", "-1"},
            {name, "--seed="},
            {name, "--verbose=true"},
            {name, "--unknown", "1"},
            {name, "@file"},
            {name, "--", "x"},
            {name, "x", "y", "z"}
        }) {
            assertThat(plainly(name, args)).as(String.join(" ", args)).isNull();
        }
    }

    private static String[] arguments(String name, Map<String, String> given, boolean together) {
        List<String> args = new ArrayList<>(List.of(name));
        given.forEach((option, value) -> {
            if (!option.startsWith("-")) {
                args.add(value);
            } else if (together && !value.isEmpty()) {
                args.add(option + "=" + value);
            } else {
                args.add(option);
                if (!value.isEmpty()) {
                    args.add(value);
                }
            }
        });
        return args.toArray(new String[0]);
    }

    private static Map<String, Object> plainly(String name, String[] args) {
        Command command = Commands.command(name);
        CommonOptions common = new CommonOptions();
        return PlainArguments.set(args, command, common) ? values(command, common) : null;
    }

    private static Map<String, Object> byPicocli(String name, String[] args) {
        Console console = new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        CommandLine all = Commands.tree(new Commands.Root(), console, new WorkloadCache(0), List.of(name));
        all.parseArgs(args);
        CommandLine sub = all.getSubcommands().get(name);
        return values((Command) sub.getCommand(), ((Commands.Root) all.getCommand()).common);
    }

    /** All that options and arguments set, by the path of its field. */
    private static Map<String, Object> values(Command command, CommonOptions common) {
        Map<String, Object> values = new TreeMap<>();
        values(common, "common.", values);
        values(command, "", values);
        return values;
    }

    private static void values(Object owner, String path, Map<String, Object> values) {
        for (Field field : fields(owner)) {
            Object value = value(field, owner);
            if (field.isAnnotationPresent(CommandLine.Mixin.class)) {
                values(value, path + field.getName() + ".", values);
            } else if (field.isAnnotationPresent(CommandLine.Option.class)
                    || field.isAnnotationPresent(CommandLine.Parameters.class)) {
                values.put(path + field.getName(), value);
            }
        }
    }

    /** Appends the lines of the table for the annotated fields of an object and of its mixins. */
    private static void lines(String command, Object owner, String path, List<String> lines) {
        for (Field field : fields(owner)) {
            String line = path + field.getName();
            CommandLine.Option option = field.getAnnotation(CommandLine.Option.class);
            CommandLine.Parameters position = field.getAnnotation(CommandLine.Parameters.class);
            if (field.isAnnotationPresent(CommandLine.Mixin.class)) {
                lines(command, value(field, owner), line + ".", lines);
            } else if (position != null) {
                assertThat(isPlain(field)).as("%s: position %s", command, line).isTrue();
                lines.add(command + " " + position.index() + " " + line
                        + (position.arity().startsWith("0") ? "" : " required"));
            } else if (option != null && !option.usageHelp() && !option.versionHelp()) {
                boolean plain = isPlain(field) && option.arity().isEmpty() && option.converter().length == 0;
                assertThat(plain || !option.required())
                        .as("%s %s is required", command, line)
                        .isTrue();
                boolean flag = field.getType() == boolean.class || field.getType() == Boolean.class;
                for (String name : plain ? option.names() : new String[0]) {
                    lines.add(command + " " + name + " " + line
                            + (flag ? " true" : option.required() ? " required" : ""));
                    if (option.negatable()) {
                        lines.add(command + " --no-" + name.substring(2) + " " + line + " false");
                    }
                }
            }
        }
    }

    private static boolean isPlain(Field field) {
        return field.getType().isEnum()
                || Set.of(
                                String.class,
                                Path.class,
                                boolean.class,
                                Boolean.class,
                                int.class,
                                Integer.class,
                                long.class,
                                Long.class,
                                double.class,
                                Double.class)
                        .contains(field.getType());
    }

    private static List<Field> fields(Object owner) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = owner.getClass(); type != Object.class; type = type.getSuperclass()) {
            Stream.of(type.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .forEach(fields::add);
        }
        return fields;
    }

    private static Object value(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static String table() throws IOException {
        try (InputStream in = PlainArguments.class.getResourceAsStream("plain-arguments.txt")) {
            return Boolean.getBoolean("table.renew") || in == null
                    ? Files.readString(TABLE)
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
