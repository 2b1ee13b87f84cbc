package org.tailback.table;

import com.google.common.collect.ImmutableList;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Fields;
import org.tailback.output.Inline;
import org.tailback.output.Labelled;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.output.Valued;

/**
 * Field of a record in JSON and CSV: a component, a method with {@link Output}, or a method named in {@link Fields}.
 *
 * @param name key of the field in JSON and its column in CSV
 * @param accessor method that returns the value
 * @param output annotation of the field; null without an annotation
 * @param owner function from the written record to the record that has the accessor; it returns null if that record is
 *     null
 */
public record Field(String name, Method accessor, @Nullable Output output, Function<Object, @Nullable Object> owner) {
    /** Returns whether an object is written as its fields. */
    static boolean isObject(Object value) {
        return value instanceof Record || value.getClass().isAnnotationPresent(Fields.class);
    }

    /** Returns the fields of a type, in the order in which they are written. */
    public static List<Field> of(Class<?> type) {
        ImmutableList.Builder<Field> fields = ImmutableList.builder();
        add(type, record -> record, fields);
        return fields.build();
    }

    private static void add(Class<?> type, Function<Object, @Nullable Object> owner, ImmutableList.Builder<Field> to) {
        if (type.isAnnotationPresent(Fields.class)) {
            for (String name : type.getAnnotation(Fields.class).value().split(" ", -1)) {
                add(method(type, name), owner, to);
            }
            return;
        }
        List<String> components = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
        List<Method> derived = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Output.class) && !components.contains(method.getName()))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        for (RecordComponent component : type.getRecordComponents()) {
            if (!component.isAnnotationPresent(NoOutput.class)) {
                add(component.getAccessor(), owner, to);
            }
            follow(component.getName(), derived, owner, to);
        }
        follow("", derived, owner, to);
    }

    private static void add(
            Method accessor, Function<Object, @Nullable Object> owner, ImmutableList.Builder<Field> to) {
        if (accessor.isAnnotationPresent(Inline.class)) {
            accessor.setAccessible(true);
            add(accessor.getReturnType(), new Field(accessor.getName(), accessor, null, owner)::valueIn, to);
        } else {
            to.add(of(accessor, owner));
        }
    }

    private static Method method(Class<?> type, String name) {
        try {
            return type.getDeclaredMethod(name);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void follow(
            String name,
            List<Method> derived,
            Function<Object, @Nullable Object> owner,
            ImmutableList.Builder<Field> to) {
        for (Method method : derived) {
            if (method.getAnnotation(Output.class).after().equals(name)) {
                add(method, owner, to);
                follow(method.getName(), derived, owner, to);
            }
        }
    }

    private static Field of(Method accessor, Function<Object, @Nullable Object> owner) {
        Output output = accessor.getAnnotation(Output.class);
        boolean named = output != null && !output.name().isEmpty();
        accessor.setAccessible(true);
        return new Field(named ? output.name() : accessor.getName(), accessor, output, owner);
    }

    /** Returns the field's value in a record; null without a value. Lists are truncated to their written length. */
    public @Nullable Object valueIn(Object record) {
        Object object = owner.apply(record);
        Object value = object == null ? null : invoke(object);
        return value instanceof List<?> list && output != null && list.size() > output.most()
                ? list.subList(0, output.most())
                : value;
    }

    private @Nullable Object invoke(Object object) {
        try {
            return accessor.invoke(object);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether the field is omitted from the output because of its value. */
    boolean isAbsent(@Nullable Object value) {
        return value == null
                ? output == null || !output.orNull()
                : output != null
                        && output.ifAny()
                        && (value instanceof Collection<?> list ? list.isEmpty() : ((Map<?, ?>) value).isEmpty());
    }

    /** Returns whether the value is a number, a boolean or a text, and can therefore be a cell of a table. */
    public boolean isCell() {
        Class<?> type = accessor.getReturnType();
        return type.isPrimitive() || type.isEnum() || type == String.class || Valued.class.isAssignableFrom(type);
    }

    /** Returns a value as a number, boolean or text; records, lists and maps are returned unchanged. */
    public static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Valued number
                ? (Double) number.value()
                : value instanceof Labelled labelled ? labelled.label() : value;
    }
}
