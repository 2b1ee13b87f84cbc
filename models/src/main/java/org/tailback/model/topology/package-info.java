/** Which links a message crosses on the way from node to node, and what the links can carry. */
package org.tailback.model.topology;
