package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tailback.cli.Main;
import org.tailback.output.Fields;
import org.tailback.output.Output;
import org.tailback.output.Valued;
import org.tailback.table.Field;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code docs/internals/json.md} lists the fields of the records that commands write, with what their Javadoc says; and
 * {@code python/tailback/_fields.py} has the types of the outermost ones for Python, {@code _options.py} those of the
 * commands' options. Run with {@code -Dtailback.writes-json-page=true} to write all three.
 */
class JsonPageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("docs/internals/json.md");
    private static final Path PYTHON = ROOT.resolve("python/tailback/_fields.py");
    private static final Path OPTIONS = ROOT.resolve("python/tailback/_options.py");
    private static final List<String> MODULES =
            List.of("simulator-core", "models", "collectives", "traces", "simulation", "fitting", "studies", "cli");

    /** The commands and the types of their results. */
    private static final List<String[]> COMMANDS = List.of(
            new String[] {"replay", "cli.replay.ReplayReport$OnPlatform"},
            new String[] {"compare", "cli.compare.CompareOutput"},
            new String[] {"place", "study.placement.PlacementResult"},
            new String[] {"jobs", "cli.jobs.JobsCommand$Run"},
            new String[] {"jobs --placement", "cli.jobs.PlacementsOutput$Data"},
            new String[] {"hpl", "cli.hpl.HplOutput"},
            new String[] {"sweep", "cli.sweep.SweepOutput$Data"},
            new String[] {"graph", "model.graph.GraphResult"},
            new String[] {"info", "trace.TraceSummary"},
            new String[] {"convert", "cli.convert.ConvertCommand$Written"},
            new String[] {"extrapolate", "cli.extrapolate.ExtrapolateCommand$Extrapolated"},
            new String[] {"evaluate", "cli.evaluate.EvaluateOutput$Models"},
            new String[] {"evaluate random", "cli.evaluate.RandomResult"},
            new String[] {"evaluate collectives", "cli.evaluate.CollectivesOutput$Evaluated"},
            new String[] {"collective, alltoall", "cli.collective.StudyOutput"},
            new String[] {"models", "cli.listing.ModelsCommand$Listing"},
            new String[] {"formats", "cli.listing.FormatsCommand$Listing"},
            new String[] {"fit loggp", "cli.fit.FitLogGp$Fitted"},
            new String[] {"fit plogp", "fit.loggp.PlogPParameters"},
            new String[] {"fit tree", "fit.tree.TreeParameters"},
            new String[] {"fit gige", "fit.penalties.GigabitEthernetFit"},
            new String[] {"fit penalties", "cli.fit.FitPenalties$Fitted"},
            new String[] {"fit model", "cli.fit.FitModel$Fitted"},
            new String[] {"fit kernels", "fit.kernel.KernelFit$Result"},
            new String[] {"fit collective", "fit.collective.CollectiveFit$Result"},
            new String[] {"fit collective --plan", "fit.collective.BenchmarkPlan"},
            new String[] {"fit training", "cli.fit.FitTraining$Fitted"},
            new String[] {"fit dispatch", "cli.fit.FitDispatch$Fitted"},
            new String[] {"evaluate training", "cli.training.TrainingEvaluationOutput$Evaluated"},
            new String[] {"training", "cli.training.TrainingOutput$Rows"},
            new String[] {"training --search", "cli.training.TrainingOutput$Searched"},
            new String[] {"measure client", "cli.measure.MeasureClientCommand$Data"},
            new String[] {"measure tree", "fit.tree.TreeData"},
            new String[] {"measure graphs", "cli.measure.MeasuredGraphs"});

    private record Row(String path, String type, String meaning) {}

    /** Returns the fields of a command's result; those of a record that the page has shown are not repeated. */
    private static List<Row> rows(String command, String type, Map<Object, String> shown)
            throws ReflectiveOperationException, IOException {
        List<Row> rows = new ArrayList<>();
        add(command + " ", "", Class.forName("org.tailback." + type), rows, shown);
        return rows;
    }

    private static void add(String command, String path, Class<?> type, List<Row> rows, Map<Object, String> shown)
            throws IOException {
        for (Field field : Field.of(type)) {
            Type of = field.accessor().getGenericReturnType();
            String name = path + field.name();
            Class<?> element = element(of);
            String before = isObject(element) ? shown.putIfAbsent(element, command + name) : null;
            String same = shown.putIfAbsent(field.accessor(), command + name);
            String meaning = same == null ? meaning(field.accessor()) : "as `" + same + "`";
            rows.add(new Row(
                    name,
                    word(of).replace("number", ""),
                    before == null || same != null
                            ? meaning
                            : (meaning + "; fields as of `" + before + "`").replaceAll("^; ", "")));
            if (isObject(element) && before == null) {
                add(command, name + (raw(of) == element ? "." : "[]."), element, rows, shown);
            }
        }
    }

    private static boolean isObject(Class<?> type) {
        return (type.isRecord() && !Valued.class.isAssignableFrom(type)) || type.isAnnotationPresent(Fields.class);
    }

    private static Class<?> raw(Type type) {
        return type instanceof Class<?> simple ? simple : (Class<?>) ((ParameterizedType) type).getRawType();
    }

    /** Returns the type of the elements of a list, or of the values of a map. */
    private static Class<?> element(Type type) {
        if (type instanceof ParameterizedType several) {
            Type[] arguments = several.getActualTypeArguments();
            return element(arguments[arguments.length - 1]);
        }
        return type instanceof Class<?> simple ? simple : Object.class;
    }

    private static String word(Type type) {
        Class<?> raw = raw(type);
        return raw == boolean.class
                ? "true or false"
                : raw.isPrimitive() || Number.class.isAssignableFrom(raw) || !isObject(raw) && raw.isRecord()
                        ? "number"
                        : Collection.class.isAssignableFrom(raw)
                                ? "list"
                                : Map.class.isAssignableFrom(raw) || isObject(raw) ? "object" : "text";
    }

    /** Returns what the Javadoc says of a component, or of a method. */
    private static String meaning(Method accessor) throws IOException {
        Output output = accessor.getAnnotation(Output.class);
        boolean orNull = output != null && output.orNull();
        String meaning = orNull ? said(accessor) : said(accessor).replaceAll("\\bnull\\b", "missing");
        return meaning.replaceAll("\\bNaN\\b", "null");
    }

    private static String said(Method accessor) throws IOException {
        Class<?> owner = accessor.getDeclaringClass();
        String file = owner.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java";
        for (String module : MODULES) {
            Path source = ROOT.resolve(module).resolve("src/main/java").resolve(file);
            if (Files.exists(source)) {
                return meaning(Files.readString(source), owner, accessor);
            }
        }
        throw new IllegalStateException(file);
    }

    private static String meaning(String source, Class<?> owner, Method accessor) {
        String name = accessor.getName();
        boolean component = owner.isRecord()
                && Arrays.stream(owner.getRecordComponents())
                        .anyMatch(each -> each.getName().equals(name));
        Matcher at = Pattern.compile("(?:record|class) " + owner.getSimpleName() + "\\b")
                .matcher(source);
        if (!at.find()) {
            throw new IllegalStateException(owner + " is not in its file");
        }
        int end = at.start();
        if (!component) {
            Matcher method = Pattern.compile(" " + name + "\\(\\) \\{").matcher(source);
            if (!method.find(at.end())) {
                throw new IllegalStateException(accessor + " is not in its file");
            }
            end = method.start();
        }
        int begin = source.lastIndexOf("/**", end);
        String comment = begin < 0 ? "" : source.substring(begin + 3, source.indexOf("*/", begin));
        if (begin < 0 || source.substring(source.indexOf("*/", begin), end).contains(";\n")) {
            return "";
        }
        String text = comment.replaceAll("\\s*\\n\\s*\\*\\s*", " ").strip();
        if (component) {
            Matcher parameter = Pattern.compile("@param " + name + " (.*?)(?= @param | @throws |$)")
                    .matcher(text);
            if (!parameter.find()) {
                return "";
            }
            text = parameter.group(1);
        } else {
            String sentence = text.replaceAll("^Returns (the |whether )?", "").replaceAll("\\.( .*)?$", "");
            text = sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
        }
        return text.replaceAll("\\{@code ([^}]*)}", "`$1`")
                .replaceAll("\\{@link #?[\\w.]*?#?(\\w+)}", "`$1`")
                .replaceAll("\\{@value #?(\\w+)}", "`$1`")
                .replace("&lt;", "<")
                .replace("|", "\\|")
                .strip();
    }

    private static String page() throws ReflectiveOperationException, IOException {
        StringBuilder page = new StringBuilder("""
                # Fields of the JSON

                A field without a type is a number: seconds, bytes, bytes per second or a count. A number that does not
                exist is null; a field that was not asked for is missing. `x[].y` is a field of each element of the list
                `x`. This page is made from the sources by `JsonPageTest`; [the command](../command.md) has the rest.

                Results on a platform have `validity`: `{platform, basis, outside, bound}`, where its numbers come from and do not
                hold. `bound` is the error of a nominal platform or a paper: measured times are `low` to `high` times the
                predicted ones, and algorithms on one platform differ by more than `ratio`; it is missing where none holds.
                replay, compare, collective, place, training and jobs have `verdict`: `sentence`, `choice` (a name or null) and
                `beyond` (whether the choice is ahead by more than the error).
                """.stripIndent());
        Map<Object, String> shown = new HashMap<>();
        for (String[] command : COMMANDS) {
            page.append("\n## ").append(command[0]).append("\n\nfield|type|meaning\n---|---|---\n");
            for (Row row : rows(command[0], command[1], shown)) {
                page.append("`%s`|%s|%s%n".formatted(row.path(), row.type(), row.meaning()));
            }
        }
        return page.toString();
    }

    /** Returns classes with the outermost fields of each command's results, whatever it is asked for. */
    private static String python() throws ReflectiveOperationException, IOException {
        Map<String, Map<String, String>> classes = new LinkedHashMap<>();
        for (String[] command : COMMANDS) {
            Map<String, String> fields =
                    classes.computeIfAbsent(command[0].replaceAll("[, ].*", ""), word -> new LinkedHashMap<>());
            for (Field field : Field.of(Class.forName("org.tailback." + command[1]))) {
                String name = field.name().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
                fields.merge(name, pythonType(field), (one, other) -> one.equals(other) ? one : "Any");
            }
        }
        classes.keySet().removeAll(List.of("measure", "formats"));
        StringBuilder text = new StringBuilder("""
                \"""Types of the fields of results, for editors and type checkers; made by JsonPageTest.\"""

                from __future__ import annotations

                from typing import Any, Dict, List, Optional
                """);
        classes.forEach((word, fields) -> {
            text.append("\n\nclass ").append(capital(word)).append("Fields:\n");
            fields.forEach((name, type) -> text.append("    %s: %s\n".formatted(name, type)));
        });
        return text.toString();
    }

    /**
     * Returns a dictionary type with the options of each command that Python calls, and which of them may be repeated.
     */
    private static String options() {
        StringBuilder types = new StringBuilder("""
                \"""Options of the commands, for editors and type checkers; made by JsonPageTest.\"""

                from __future__ import annotations

                from typing import TYPE_CHECKING, TypedDict

                from ._command import Many, Value

                if TYPE_CHECKING:
                    from typing_extensions import Required
                """);
        StringBuilder repeated = new StringBuilder();
        StringBuilder negated = new StringBuilder();
        Main.commandLine().getSubcommands().forEach((name, command) -> {
            if (List.of("serve", "measure", "help", "alltoall", "demo").contains(name)) {
                return;
            }
            Map<String, OptionSpec> options = new TreeMap<>();
            options(command, options);
            types.append("\n\n").append(capital(name)).append("Options = TypedDict(\"");
            types.append(capital(name)).append("Options\", {\n");
            options.forEach((option, spec) -> types.append("    \"")
                    .append(option)
                    .append("\": ")
                    .append(optionType(name, option, spec))
                    .append(",\n"));
            types.append("}, total=False)\n");
            list(repeated, name, options, OptionSpec::isMultiValue);
            list(negated, name, options, OptionSpec::negatable);
        });
        return types + "\n#: options that the command takes several times; lists of others are joined with commas\n"
                + "REPEATED = {\n" + repeated + "}\n\n#: options of which False is the option no-NAME\n"
                + "NEGATED = {\n" + negated + "}\n";
    }

    private static void list(
            StringBuilder lists, String command, Map<String, OptionSpec> options, Predicate<OptionSpec> chosen) {
        String names = options.entrySet().stream()
                .filter(each -> chosen.test(each.getValue()))
                .map(each -> "\"" + each.getKey() + "\"")
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            lists.append("    \"%s\": (%s,),\n".formatted(command, names));
        }
    }

    /** Replay and compare take an example without a platform: Python asks for the word None then. */
    private static String optionType(String command, String option, OptionSpec spec) {
        String type = spec.arity().max() == 0 ? "bool" : spec.isMultiValue() ? "Many" : "Value";
        boolean required = List.of("replay", "compare").contains(command) && option.equals("platform");
        return required ? "\"Required[%s]\"".formatted(type) : type;
    }

    /** Adds the options of a command and all below it but for those that Python decides itself. */
    private static void options(CommandLine command, Map<String, OptionSpec> options) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            String name = option.longestName().replaceFirst("^-+", "").replace('-', '_');
            if (!option.hidden()
                    && !List.of("format", "help", "version", "verbose").contains(name)) {
                options.put(name, option);
            }
        }
        command.getSubcommands().values().forEach(each -> options(each, options));
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static String pythonType(Field field) {
        Type type = field.accessor().getGenericReturnType();
        Output output = field.accessor().getAnnotation(Output.class);
        return switch (word(type)) {
            case "list" -> isObject(element(type)) ? "List[Dict[str, Any]]" : "List[str]";
            case "object" -> "Dict[str, Any]";
            case "text" -> output != null && output.orNull() ? "Optional[str]" : "str";
            case "true or false" -> "bool";
            default -> raw(type) == double.class || raw(type) == Double.class ? "float" : "int";
        };
    }

    @Test
    void page_fieldsOfAllRecords_asInTheSources() throws ReflectiveOperationException, IOException {
        if (Boolean.getBoolean("tailback.writes-json-page")) {
            Files.writeString(PAGE, page());
            Files.writeString(PYTHON, python());
            Files.writeString(OPTIONS, options());
        }
        assertThat(PAGE).hasContent(page());
        assertThat(PYTHON).hasContent(python());
        assertThat(OPTIONS).hasContent(options());
    }
}
