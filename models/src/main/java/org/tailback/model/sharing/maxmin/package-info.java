/** Max-min fair sharing of links by progressive filling. */
package org.tailback.model.sharing.maxmin;
