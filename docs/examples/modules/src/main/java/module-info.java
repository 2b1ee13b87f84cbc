/**
 * A program that predicts times with Tailback. Its jars are automatic modules: one of them reads all others, and Java
 * does not find out by itself which named modules they use.
 */
module com.example.modules {
    requires org.tailback.simulation;
    requires com.fasterxml.jackson.core;
    requires com.google.common;
    requires de.siegmar.fastcsv;
    requires org.slf4j;
    requires org.snakeyaml.engine;
}
