/**
 * Measurement over TCP: {@link org.tailback.fit.tcp.TcpServer} answers, {@link org.tailback.fit.tcp.TcpRoundTrip}
 * measures.
 */
@Beta
package org.tailback.fit.tcp;

import org.tailback.stability.Beta;
