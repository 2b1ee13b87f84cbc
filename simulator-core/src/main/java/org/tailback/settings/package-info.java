/**
 * Sections of named parameters with the places where they were written.
 *
 * <p>{@link org.tailback.settings.Settings} come from a platform file, a command line or a program. Typed getters read
 * values with units and check them; keys that no getter has read are reported as unknown, with the nearest valid word
 * ({@link org.tailback.settings.Suggestion}):
 *
 * <pre>{@code
 * double latency = settings.seconds("latency");   // written as 50us
 * }</pre>
 */
@NullMarked
package org.tailback.settings;

import org.jspecify.annotations.NullMarked;
