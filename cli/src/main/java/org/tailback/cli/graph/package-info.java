/** {@code tailback graph}. */
package org.tailback.cli.graph;
