/**
 * Platform files: YAML with the sections cluster, network, cost, loss and compute, which together describe a machine.
 *
 * <p>{@link org.tailback.platformfile.PlatformFile} reads a file into a {@link org.tailback.platform.Platform}.
 * Settings of a command line replace the settings of the file. The {@code model} key of a section selects a provider by
 * name, and the provider reads the other keys. A quantity in two sections must have the same value in both. Error
 * messages have the file and the line. {@link org.tailback.platformfile.BundledPlatforms} contains the files bundled
 * with the program.
 */
@NullMarked
package org.tailback.platformfile;

import org.jspecify.annotations.NullMarked;
