package org.tailback.output;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method of a record whose value is a field, too, or a component whose field differs from it. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Output {
    /** Returns the field's name; that of the component or method if empty. */
    String name() default "";

    /** Component or method that a method's field follows; the last component if empty. */
    String after() default "";

    /** Returns the largest number of elements of a list that are written, the first ones. */
    int most() default Integer.MAX_VALUE;

    /** Returns whether null is written; otherwise a field that is null is left out. */
    boolean orNull() default false;

    /** Returns whether an empty list or map is left out. */
    boolean ifAny() default false;
}
