/** The machine that programs run on: nodes, network model, message cost, losses, placement. */
package org.tailback.platform;
