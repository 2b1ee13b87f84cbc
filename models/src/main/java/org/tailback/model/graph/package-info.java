/**
 * Contention graphs, which are textual sets of messages between nodes, and their simulation under a bandwidth-sharing
 * model.
 *
 * <pre>{@code
 * GraphResult result = GraphRun.of(GraphLanguage.inline("a:0>1 b:0>2", 20 << 20), model).run();
 * }</pre>
 *
 * <p>{@link org.tailback.model.graph.GraphLanguage} reads graphs, {@link org.tailback.model.graph.GraphRun} runs them
 * on a network engine, and {@link org.tailback.model.graph.GraphResult} contains the penalties step by step and the
 * finish times.
 */
@Beta
@NullMarked
package org.tailback.model.graph;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
