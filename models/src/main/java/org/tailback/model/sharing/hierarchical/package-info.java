/** Bandwidths on racks of Ethernet nodes with the asymmetric duplex property (Zhu et al. 2012). */
package org.tailback.model.sharing.hierarchical;
