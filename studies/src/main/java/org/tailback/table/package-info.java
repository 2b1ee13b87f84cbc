/** Numbers as tables and files for programs hold them. */
package org.tailback.table;
