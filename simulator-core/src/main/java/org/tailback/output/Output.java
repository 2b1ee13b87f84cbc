package org.tailback.output;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a method of a record whose value is an additional field, or of a component whose field differs from it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Output {
    /** Returns the field's name; if empty, the name of the component or method is used. */
    String name() default "";

    /**
     * Returns the component or method after which a method's field is written; if empty, the last component is used.
     */
    String after() default "";

    /** Returns the largest number of leading elements of a list that are written. */
    int most() default Integer.MAX_VALUE;

    /** Returns whether null is written; otherwise a null field is omitted. */
    boolean orNull() default false;

    /** Returns whether an empty list or map is omitted. */
    boolean ifAny() default false;
}
