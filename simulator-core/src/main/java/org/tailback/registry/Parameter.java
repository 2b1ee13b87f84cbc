package org.tailback.registry;

/**
 * One parameter of a model, for listings and error messages.
 *
 * @param name its key in platform files and on the command line, such as {@code outgoing-gamma}
 * @param defaultValue the default as a user would write it; empty if there is none
 * @param description what it is, with its unit, domain and the paper's symbol
 */
public record Parameter(String name, String defaultValue, String description) {}
