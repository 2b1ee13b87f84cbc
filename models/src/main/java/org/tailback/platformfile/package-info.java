/** Platform files: YAML to a {@link org.tailback.platform.Platform}, with what a command line says instead. */
package org.tailback.platformfile;
