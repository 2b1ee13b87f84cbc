/**
 * Measuring networks: what to measure, any network that can be measured (real or simulated), and how often to repeat it.
 */
package org.tailback.fit.measure;
