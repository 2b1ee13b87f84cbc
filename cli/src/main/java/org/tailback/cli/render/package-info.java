/** Numbers, tables, JSON and CSV as every command writes them. */
package org.tailback.cli.render;
