package org.tailback.output;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation with the methods whose values are the fields of a type, in their order, instead of the components of a
 * record.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Fields {
    /** Returns the names of methods without parameters, separated by spaces. */
    String value();
}
