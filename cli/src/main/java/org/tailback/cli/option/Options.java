package org.tailback.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/**
 * Options of a command, each a field with its {@link Given value}, in the order of the fields. Fields with picocli's
 * annotations would be equivalent, but reading the annotations takes the JVM a sixth of the CPU time of a small replay.
 *
 * <p>Below, {@code names} are all names of an option with spaces between them, and {@code label} is the name of its
 * value in the help. The resource {@code help.properties} contains the texts of the help.
 */
public abstract class Options {
    /** End of the label of a value that is a list. */
    private static final String SEVERAL = ",...";

    // no text contains variables, and picocli would search every name for variables
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).interpolateVariables(false);

    /** Returns the options for picocli. */
    public final CommandSpec spec() {
        return spec;
    }

    /** Returns picocli's command with these options, without the texts of its help. */
    public final CommandLine parser() {
        return new CommandLine(spec);
    }

    /**
     * Returns the values of an option that may be repeated. Without values, returns a single null, which selects the
     * platform's value.
     */
    protected static <T> List<@Nullable T> orOwn(List<T> given) {
        return given.isEmpty() ? Collections.singletonList(null) : new ArrayList<>(given);
    }

    /** Adds options shared by several commands, and returns them. */
    protected final <O extends Options> O with(O part) {
        spec.addMixin(part.getClass().getName(), part.spec());
        return part;
    }

    /** Adds an option without a value. The value is true if the option is given. */
    protected final Given<Boolean> flag(String names) {
        return add(names, boolean.class, false, "", option -> option);
    }

    /** Adds an option without a value, and its opposite. The value is null if neither is given. */
    protected final Given<@Nullable Boolean> negatable(String names) {
        return add(names, Boolean.class, null, "", option -> option.negatable(true));
    }

    /** Adds an option whose value is a text. The value is null if the option is not given. */
    protected final Given<@Nullable String> text(String names, String label) {
        return add(names, String.class, null, label, option -> option);
    }

    /** Adds an option whose value is a file or folder. The value is null if the option is not given. */
    protected final Given<@Nullable Path> path(String names, String label) {
        return add(names, Path.class, null, label, option -> option);
    }

    /** Adds an option whose value is a constant of an enum. */
    protected final <E extends Enum<E>> Given<E> choice(Class<E> type, E initial, String names, String label) {
        return converted(new Converters.ToConstant<>(type), initial, names, label);
    }

    /** Adds an option with a value of a type that picocli or {@link Converters} can read. */
    protected final <T extends @Nullable Object> Given<T> option(
            Class<?> type, @Nullable T initial, String names, String label) {
        return add(names, type, initial, label, option -> option);
    }

    /** Adds an option whose text is converted. */
    protected final <T> Given<T> converted(ITypeConverter<T> converter, T initial, String names, String label) {
        return add(names, initial.getClass(), initial, label, option -> option.converters(converter));
    }

    /** Adds an option that must be given. */
    protected final <T> Given<T> required(Class<T> type, String names, String label) {
        return add(names, type, null, label, option -> option.required(true));
    }

    /**
     * Adds an option with several values.
     *
     * @param separator separator of the values; empty for an option that is repeated
     */
    protected final <T> Given<List<T>> list(
            Class<T> type, String separator, List<T> initial, String names, String label) {
        String several = separator.isEmpty() || label.endsWith(SEVERAL) ? label : label + SEVERAL;
        // the label shows that there may be several values, without picocli's [,NAME...]
        return add(
                names,
                List.class,
                initial,
                several,
                option -> option.auxiliaryTypes(type).splitRegex(separator).hideParamSyntax(!separator.isEmpty()));
    }

    /** Adds an option to this command and to its subcommands. */
    protected final <T> Given<T> inherited(
            Class<?> type, T initial, String names, String label, UnaryOperator<OptionSpec.Builder> more) {
        return add(names, type, initial, label, option -> more.apply(option.scopeType(ScopeType.INHERIT)));
    }

    private <T extends @Nullable Object> Given<T> add(
            String names, Class<?> type, @Nullable T initial, String label, UnaryOperator<OptionSpec.Builder> more) {
        Given<T> given = new Given<>(initial);
        Given<T>.Binding binding = given.new Binding();
        OptionSpec.Builder option = OptionSpec.builder(names.split(" ", -1))
                .type(type)
                .getter(binding)
                .setter(binding)
                .hasInitialValue(false);
        if (!label.isEmpty()) {
            option.paramLabel(label.endsWith(SEVERAL) ? label.replace(SEVERAL, ",…") : label);
        }
        spec.addOption(more.apply(option).build());
        return given;
    }

    /** Adds a list of all arguments without names, at least one. */
    protected final <T> Given<List<T>> arguments(Class<T> type, String label) {
        return argument(type, List.of(), "0..*", "1..*", label);
    }

    /**
     * Adds an argument without a name.
     *
     * @param type of each value
     * @param index position of the argument, from 0; {@code 0..*} for a list of all arguments
     * @param arity {@code 0..1} for an optional argument; empty for a required argument
     */
    protected final <T extends @Nullable Object> Given<T> argument(
            Class<?> type, @Nullable T initial, String index, String arity, String label) {
        Given<T> given = new Given<>(initial);
        Given<T>.Binding binding = given.new Binding();
        PositionalParamSpec.Builder argument = PositionalParamSpec.builder()
                .type(index.endsWith("*") ? List.class : type)
                .auxiliaryTypes(type)
                .getter(binding)
                .setter(binding)
                .hasInitialValue(false);
        argument.index(index).paramLabel(label).descriptionKey("argument" + index.charAt(0));
        argument.required(!arity.startsWith("0"));
        spec.addPositional((arity.isEmpty() ? argument : argument.arity(arity)).build());
        return given;
    }
}
