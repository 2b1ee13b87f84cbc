/**
 * Measurement over TCP: servers that answer and clients that measure.
 *
 * <p>{@link org.tailback.fit.tcp.TcpServer} and {@link org.tailback.fit.tcp.TcpRoundTrip} measure between two nodes.
 * {@link org.tailback.fit.tcp.TcpNode} runs on each of many nodes, and {@link org.tailback.fit.tcp.TcpPairs} lets
 * pairs of them exchange messages at the same time.
 */
@Beta
package org.tailback.fit.tcp;

import org.tailback.stability.Beta;
