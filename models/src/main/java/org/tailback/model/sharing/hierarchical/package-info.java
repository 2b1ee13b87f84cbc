/**
 * Bandwidths on racks of Ethernet nodes with the asymmetric duplex property (Zhu, Lastovetsky, Ali, Riesen 2012).
 *
 * <p>The two directions of a network card disturb each other: a card that receives twelve messages and sends one gives
 * all thirteen a twelfth of its bandwidth. {@link org.tailback.model.sharing.hierarchical.HierarchicalEthernet} states
 * the equations and the readings of the paper. {@code AsymmetricDuplex} is its Algorithm 1.
 */
@Beta
package org.tailback.model.sharing.hierarchical;

import org.tailback.stability.Beta;
