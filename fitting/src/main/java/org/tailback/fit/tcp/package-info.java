/**
 * Measurement over TCP: {@link org.tailback.fit.tcp.TcpServer} answers, and {@link org.tailback.fit.tcp.TcpRoundTrip}
 * measures. With {@link org.tailback.fit.tcp.TcpHosts}, several servers send to each other at once. All of them use the
 * same protocol.
 */
@Beta
@NullMarked
package org.tailback.fit.tcp;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
