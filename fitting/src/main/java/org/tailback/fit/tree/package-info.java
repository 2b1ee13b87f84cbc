/** The tree of PlogPT, b(h), d(h) and eps_S, from pairwise exchanges on any network with many nodes. */
package org.tailback.fit.tree;
