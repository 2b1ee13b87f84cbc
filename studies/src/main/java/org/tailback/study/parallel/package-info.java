/** Independent runs on all cores, with the results of one. */
package org.tailback.study.parallel;
