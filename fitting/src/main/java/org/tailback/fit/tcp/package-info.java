/**
 * Measurement over TCP: {@link org.tailback.fit.tcp.TcpServer} answers, {@link org.tailback.fit.tcp.TcpRoundTrip}
 * measures; {@link org.tailback.fit.tcp.TcpHosts} lets several servers send to each other at once. Both use one
 * protocol.
 */
@Beta
@NullMarked
package org.tailback.fit.tcp;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
